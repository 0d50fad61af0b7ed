"""The renderer of the simulated table: from a scene, light and a camera to linear light."""
