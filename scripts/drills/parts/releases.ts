import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkOut } from '../../../e2e/checkout.ts';
import type { Stage } from './stage.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** What a node runs. */
const RUN = ['package.json', 'apps/server', 'apps/web/dist', 'packages'];
/** A version that no release reaches soon. */
const NEXT = '99.0.0';

/** The release before this version, as the house tagged it. Later drills take the newest there is. */
export const BEFORE = 'v0.2.0';

/** The folder of an earlier release, built. */
export async function prepareBefore(stage: Stage): Promise<string> {
  stage.say(`installing and building ${BEFORE}`);
  const checkout = await checkOut(BEFORE);
  stage.onEnd(checkout.remove);
  return checkout.folder;
}

/** Migrations by file name, such as a release brings. */
type Migrations = Record<string, string>;

/** The folder of a release to come: this version with further migrations. */
export async function prepareNext(stage: Stage, migrations: Migrations): Promise<string> {
  const folder = path.join(stage.folder, 'next');
  await mkdir(path.join(folder, 'apps/web'), { recursive: true });
  for (const part of RUN) await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const manifest = path.join(folder, 'apps/server/package.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, `"version": "${NEXT}"`));
  for (const [name, statements] of Object.entries(migrations))
    await writeFile(path.join(folder, 'apps/server/src/migrations', name), statements);
  return folder;
}
