"""Third-party parts of the site: `notices.yaml` lists them with licence, copyright holders and files, and
`texts/` contains each licence once. The page "Licences", `LICENSES.txt` on every site and `THIRD_PARTY.md`
are generated from both."""
