"""The built site to take with you: a zip file to unpack, and one single page, both opened as files.

Browsers give a page that is opened as a file neither `fetch` nor modules nor workers from other files.
So scripts are bundled into classic ones, and what they would fetch travels in scripts or in the page.
"""
