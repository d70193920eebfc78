import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findZipTools, testZip } from '../../../../platform/archive/testing/zip-tools.ts';

const tools = findZipTools();
if (!tools.unzip || !tools['7z']) console.warn('NOT PROVED with all readers, for they are missing:', tools);

const HASH_ALL =
  'import sys,os,hashlib,json\n' +
  'out={}\n' +
  'for d,_,fs in os.walk(sys.argv[1]):\n' +
  '  for f in fs:\n' +
  '    p=os.path.join(d,f)\n' +
  '    out[os.path.relpath(p,sys.argv[1])]=hashlib.sha256(open(p,"rb").read()).hexdigest()\n' +
  'print(json.dumps(out))';

type Manifest = {
  part: number;
  photos: {
    file: string;
    bytes: number;
    sha256: string;
    taken?: string;
    takenByFile?: string;
    albums?: string[];
    favourite?: true;
    caption?: string;
  }[];
  notIncluded: { file: string; reason: string }[];
};

/**
 * Unpacks zips into one folder, as a customer does, after every zip tool of this machine has tested them. Returns the SHA-256 of
 * each file by its path, the manifests and the lists for people.
 */
export function unzipAll(files: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'keepsake-unzip-'));
  try {
    for (const file of files) {
      for (const tool of ['unzip', '7z'] as const) if (tools[tool]) testZip(tool, file);
      execFileSync('python3', ['-m', 'zipfile', '-e', file, folder]);
    }
    const run = (command: string, args: string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9, stdio: 'pipe' });
    const hashes = JSON.parse(run('python3', ['-c', HASH_ALL, folder])) as Record<string, string>;
    const named = (pattern: RegExp) =>
      Object.keys(hashes)
        .filter((name) => pattern.test(name))
        .toSorted();
    const read = (name: string) => run('cat', [name]);
    const lists = named(/^[^/]+-\d+\.txt$/);
    const manifests = named(/^manifest-\d+\.json$/).map((name) => JSON.parse(read(name)) as Manifest);
    // sha256sum reads the lines with checksums.
    const isEmpty = manifests.every(({ photos }) => photos.length === 0);
    for (const list of isEmpty ? [] : lists) run('sha256sum', ['--check', '--quiet', list]);
    const photos = Object.fromEntries(Object.entries(hashes).filter(([name]) => name.includes('/')));
    return { photos, manifests, lists: lists.map(read) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
