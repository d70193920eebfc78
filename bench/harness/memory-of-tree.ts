import { readFile } from 'node:fs/promises';
import { treeOf } from './process-tree.ts';

/** The memory of a process, in bytes. */
export type ProcessMemory = {
  command: string;
  /** Its private memory, plus its share of memory shared within the tree. */
  own: number;
  /** Mapped file pages, mostly of programs, by file and offset. */
  files: ReadonlyMap<string, number>;
};

/**
 * The memory of a process and its descendants (Linux). File pages count once, even if processes outside the tree, such as this
 * bench, map the same program: the kernel's proportional shares would then be too small.
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
    // Shared memory also has a name, but is counted through the kernel's proportional shares.
    if (inode === undefined || inode === '0' || /^\/(dev\/(zero|shm)|SYSV|memfd)/.test(file)) continue;
    const bytes = (kilobytesOf(mapping, 'Rss') - kilobytesOf(mapping, 'Anonymous')) * 1024;
    files.set(`${device} ${inode} ${offset}`, bytes);
  }
  return files;
}

function kilobytesOf(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}
