import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in /proc, the same on every Linux that Node supports. */
const TICKS = 100;

type Process = { parent: number; cpuSeconds: number; pid: number };

/** CPU seconds used so far by a process and its children, including ended ones (Linux). */
export async function cpuSecondsOf(root: number): Promise<number> {
  return (await treeOf(root)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** Resident memory in bytes at the time when a process and its children together held the most. */
export type PeakMemory = { server: number; children: number[] };

/** Watches the resident memory of a process and its children together; `stop` returns the peak in bytes. */
export function watchMemory(root: number): { stop(): number } {
  const watch = watchProcesses(root);
  return { stop: () => sumOf(watch.stop()) };
}

/** Like `watchMemory`, but with the memory per process. */
export function watchProcesses(root: number): { stop(): PeakMemory } {
  let peak: PeakMemory = { server: 0, children: [] };
  const timer = setInterval(async () => {
    const now = await memoryOf(root);
    if (sumOf(now) > sumOf(peak)) peak = now;
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

export const sumOf = ({ server, children }: PeakMemory): number =>
  children.reduce((sum, size) => sum + size, server);

async function memoryOf(root: number): Promise<PeakMemory> {
  const children = (await treeOf(root)).filter(({ pid }) => pid !== root);
  const [server = 0, ...sizes] = await Promise.all(
    [root, ...children.map(({ pid }) => pid)].map(residentBytes),
  );
  return { server, children: sizes };
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

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
