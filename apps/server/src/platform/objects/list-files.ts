import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

type Listed = { key: string; bytes: number; changedAt: Date };

/** All objects whose key begins with `prefix`, folder by folder; files that vanish meanwhile are left out. */
export async function* listFiles(root: string, prefix: string): AsyncIterable<Listed> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  for await (const key of walk(root, start)) {
    if (!key.startsWith(prefix)) continue;
    const found = await stat(path.join(root, key)).catch(() => null);
    if (found) yield { key, bytes: found.size, changedAt: found.mtime };
  }
}

/** Names that begin with a dot are temporary files and no objects. */
async function* walk(root: string, below: string): AsyncIterable<string> {
  const folder = await opendir(path.join(root, below)).catch(() => null);
  if (!folder) return;
  for await (const entry of folder) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, `${below}${entry.name}/`);
    else yield below + entry.name;
  }
}
