"""What the site serves that is not ours: `notices.yaml` lists it with licence, holders and files, `texts/` has each
licence once. Written from both: the page "Licences", `LICENSES.txt` on every site, and `THIRD_PARTY.md`."""
