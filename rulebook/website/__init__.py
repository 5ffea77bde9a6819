"""The website: pages, search data and service worker, from the same objects as the command line."""
