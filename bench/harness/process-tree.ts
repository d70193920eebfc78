import { readdir, readFile } from 'node:fs/promises';
import { readResidentBytes } from '../../apps/server/src/platform/images/decoder-process.ts';

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;
const MB = 1e6;

type Process = { parent: number; cpuSeconds: number; pid: number };

/** CPU seconds used so far by a process and its children, including ended ones (Linux). */
export async function cpuSecondsOf(root: number): Promise<number> {
  return (await treeOf(root)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Resident memory in megabytes at the time when a process and its children together held the most. */
export type PeakMemory = { total: number; server: number; children: number[] };

/** Watches the resident memory of a process and its children together; `stop` returns its peak. */
export function watchMemory(root: number): { stop(): PeakMemory } {
  let peak: PeakMemory = { total: 0, server: 0, children: [] };
  const timer = setInterval(async () => {
    const now = await memoryOf(root);
    if (now.total > peak.total) peak = now;
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function memoryOf(root: number): Promise<PeakMemory> {
  const tree = (await treeOf(root)).map(({ pid }) => pid);
  const children = await Promise.all(tree.filter((pid) => pid !== root).map(residentMegabytes));
  const server = await residentMegabytes(root);
  return { total: children.reduce((sum, size) => sum + size, server), server, children };
}

/** 0 once the process has ended. */
export async function residentMegabytes(pid: number): Promise<number> {
  return ((await readResidentBytes(pid)) ?? 0) / MB;
}

/** A process and its living descendants. */
export async function treeOf(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((found) => found !== null);
  const tree = all.filter(({ pid }) => pid === root);
  // Grows while being iterated.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

async function readProcess(pid: number): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
  return { pid, parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS };
}
