"""The parts of the page that shows a game in a browser; `record.html_page` puts them together."""
