import { readFile } from 'node:fs/promises';
import { treeOf } from '../ingest/process-tree.ts';

/** What a process takes, in bytes. */
export type ProcessMemory = {
  command: string;
  /** Its own, and its share of what it has in common with others of the tree. */
  own: number;
  /** Pages of files, programs above all, by the file and the place in it. */
  files: ReadonlyMap<string, number>;
};

/**
 * The memory of a process and all that descend from it (Linux). Pages of a file count once, however many processes of
 * other trees have the same program open, as this bench does: beside them the kernel's shares would look too small.
 */
export async function memoryOfTree(root: number): Promise<{ bytes: number; processes: ProcessMemory[] }> {
  const tree = await treeOf(root);
  const processes = (await Promise.all(tree.map(({ pid }) => memoryOf(pid)))).filter((one) => one !== null);
  const files = new Map<string, number>();
  for (const { files: some } of processes)
    for (const [part, bytes] of some) files.set(part, Math.max(bytes, files.get(part) ?? 0));
  const own = processes.reduce((sum, process) => sum + process.own, 0);
  return { bytes: [...files.values()].reduce((sum, bytes) => sum + bytes, own), processes };
}

async function memoryOf(pid: number): Promise<ProcessMemory | null> {
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const own = kilobytesOf(rollup, 'Pss_Anon') + kilobytesOf(rollup, 'Pss_Shmem');
    return { command, own: own * 1024, files: filesOf(await readFile(`/proc/${pid}/smaps`, 'utf8')) };
  } catch {
    return null; // It has ended.
  }
}

/** The first line of a mapping: addresses, rights, offset, device, inode, path. */
const MAPPING = /^[\da-f]+-[\da-f]+ \S+ ([\da-f]+) (\S+) (\d+) +(\/.*)$/;

function filesOf(smaps: string): Map<string, number> {
  const files = new Map<string, number>();
  for (const mapping of smaps.split(/^(?=[\da-f]+-[\da-f]+ )/m)) {
    const [, offset, device, inode, file = ''] = MAPPING.exec(mapping.slice(0, mapping.indexOf('\n'))) ?? [];
    // Shared memory has a name, too, and is counted by the kernel's shares.
    if (inode === undefined || inode === '0' || /^\/(dev\/(zero|shm)|SYSV|memfd)/.test(file)) continue;
    const bytes = (kilobytesOf(mapping, 'Rss') - kilobytesOf(mapping, 'Anonymous')) * 1024;
    files.set(`${device} ${inode} ${offset}`, bytes);
  }
  return files;
}

function kilobytesOf(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}
