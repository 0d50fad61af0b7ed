"""How right the camera's eye is: whole tables from their photos, compared with the truth."""
