// Packs the extension with vsce, whose options follow. vsce takes pictures of a README from the web alone, so
// GRAPHMEND_REPOSITORY says where the repository is, like https://github.com/NAME/graphmend; without it they are left out.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const repository = process.env.GRAPHMEND_REPOSITORY
const text = readFileSync('README.md', 'utf8')
writeFileSync('dist/README.md', repository ? text : text.replace(/^!\[.*\n\n/gm, ''))
const at = (kind) => `${repository}/${kind}/v${version}/editors/vscode`
const web = repository ? ['--baseContentUrl', at('blob'), '--baseImagesUrl', at('raw')] : ['--no-rewrite-relative-links']
const vsce = ['package', '--no-dependencies', '--allow-missing-repository', '--readme-path', 'dist/README.md', ...web]
execFileSync('node_modules/.bin/vsce', [...vsce, ...process.argv.slice(2)], { stdio: 'inherit' })
