import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const INSPECT = path.join(import.meta.dirname, 'inspect-zip.py');
const INSTALL = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends unzip p7zip-full';
/** For a zip of gigabytes on a slow machine. */
const TIMEOUT_MS = 60_000;

type Tool = 'unzip' | '7z';
type Inspected = {
  problems: string[];
  entries: {
    name: string;
    bytes: number;
    crc32: number;
    modified: number[];
    mode: string;
    isZip64: boolean;
    isZip64Record: boolean;
  }[];
};

const isInstalled = (tool: Tool) => spawnSync(tool, tool === '7z' ? ['i'] : ['-v']).error === undefined;

/** Which independent readers are installed. Installs missing ones from Debian once if allowed. */
export function findZipTools(): Record<Tool, boolean> {
  const isMissing = () => !isInstalled('unzip') || !isInstalled('7z');
  if (isMissing() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing unzip and 7z from Debian (once) ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync(INSTALL, { shell: true, stdio: 'ignore', env, timeout: TIMEOUT_MS });
  }
  return { unzip: isInstalled('unzip'), '7z': isInstalled('7z') };
}

/** Reads a whole zip, or some of its entries, strictly and with Python. Throws Python's error. */
export function inspectZip(file: string, names: string[] = []): Inspected {
  const options = { encoding: 'utf8', maxBuffer: 1024 ** 3, timeout: TIMEOUT_MS } as const;
  return JSON.parse(execFileSync('python3', [INSPECT, file, ...names], options));
}

/** Tests a zip, or some of its entries, with a tool. Throws its output if it has errors or warnings. */
export function testZip(tool: Tool, file: string, names: string[] = []): void {
  const args = tool === '7z' ? ['t', file, ...names] : ['-tq', file, ...names];
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', env, timeout: TIMEOUT_MS });
  if (status !== 0 || /warning/i.test(stdout + stderr)) throw new Error(`${tool}: ${stdout}${stderr}`);
}

/** The names of a zip as unzip prints them. */
export function listWithUnzip(file: string): string[] {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return execFileSync('unzip', ['-Z1', file], { encoding: 'utf8', env }).trimEnd().split('\n');
}
