import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** A file system in memory of a few megabytes, whose size can be changed; null where nobody may mount one. */
export function mountSmallDisk(bytes: number) {
  if (process.platform !== 'linux') return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'keepsake-disk-'));
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'keepsake-test', folder)) {
    rmdirSync(folder);
    return null;
  }
  const remount = (option: string) => {
    if (!run('mount', '-o', `remount,${option}`, folder))
      throw new Error(`${folder} does not take ${option}`);
  };
  return {
    folder,
    /** Makes the file system as large as what is on it and so many bytes more. */
    leave(free: number) {
      const { blocks, bavail, bsize } = statfsSync(folder);
      remount(`size=${Math.ceil(((blocks - bavail) * bsize + free) / 4096) * 4096}`);
    },
    /** Lets it have as many files as it has, and so many more. */
    leaveFiles(free: number) {
      const { files, ffree } = statfsSync(folder);
      remount(`nr_inodes=${files - ffree + free}`);
    },
    unmount() {
      // At once for everybody else, and for good when the last process that was killed is gone.
      run('umount', '--lazy', folder);
      rmdirSync(folder);
    },
  };
}

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** Whether this machine lets us mount: root may, outside most containers. */
export function canMount(): boolean {
  const disk = mountSmallDisk(4096);
  disk?.unmount();
  return disk !== null;
}
