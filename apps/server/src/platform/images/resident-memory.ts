import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resident memory of another process in bytes, or null when it has ended or the platform does not tell (Windows).
 * Read from outside, because a decoder inside WASM or libvips cannot answer.
 */
export async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return toBytes(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return toBytes(stdout.trim());
  } catch {
    return null;
  }
}

const toBytes = (kilobytes: string | undefined) => (kilobytes ? Number(kilobytes) * 1024 : null);
