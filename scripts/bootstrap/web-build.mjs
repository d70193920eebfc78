import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endLike, environmentFor, explain, run } from './become.mjs';

const SOURCES = ['apps/web', 'packages/contracts', 'package-lock.json'];
const MARKER = '.built-from';

/** Builds the web app into apps/web/dist if its sources have changed since the last build. */
export async function ensureWebBuild(root, runtime) {
  const web = path.join(root, 'apps/web');
  if (!existsSync(path.join(web, 'index.html'))) return;
  const dist = path.join(web, 'dist');
  const fingerprint = hashSources(root);
  if (readMarker(dist) === fingerprint) return;
  console.log('Building the web app (only when it has changed) ...');
  // Built in a separate folder and swapped in when complete: an aborted build is never served.
  const draft = path.join(root, 'node_modules/.cache', `keepsake-web-${process.pid}`);
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'];
  const environment = { ...environmentFor(runtime, root), NODE_ENV: 'production' };
  const result = await run(runtime, args, { cwd: web, env: environment });
  if (result.code !== 0) rmSync(draft, { recursive: true, force: true });
  if (result.signal) endLike(result);
  if (result.code !== 0) explain('The web app could not be built: see what Vite says above.');
  writeFileSync(path.join(draft, MARKER), fingerprint);
  replaceFolder(draft, dist);
}

function replaceFolder(draft, dist) {
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

function readMarker(dist) {
  try {
    return readFileSync(path.join(dist, MARKER), 'utf8');
  } catch {
    return undefined;
  }
}

/** A hash over names and contents. Generated files are left out, because they follow from the others. */
function hashSources(root) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => listFiles(path.join(root, source)))) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(location) {
  if (!existsSync(location)) return [];
  const entries = path.extname(location) ? null : readdirSync(location, { withFileTypes: true });
  if (!entries) return [location];
  return entries
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !/\.gen\.ts$|\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = path.join(location, entry.name);
      return entry.isDirectory() ? listFiles(inside) : [inside];
    });
}
