import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** A file system in memory of a few megabytes, whose size can be changed; null where mounting is not allowed. */
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
    /** Resizes the file system so that this many bytes are free. */
    leave(free: number) {
      const { blocks, bavail, bsize } = statfsSync(folder);
      remount(`size=${Math.ceil(((blocks - bavail) * bsize + free) / 4096) * 4096}`);
    },
    /** Limits the number of files so that this many more can be created. */
    leaveFiles(free: number) {
      const { files, ffree } = statfsSync(folder);
      remount(`nr_inodes=${files - ffree + free}`);
    },
    unmount() {
      // Detaches at once, and unmounts when the last killed process is gone.
      run('umount', '--lazy', folder);
      rmdirSync(folder);
    },
  };
}

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** Whether we may mount on this machine: root may, outside most containers. */
export function canMount(): boolean {
  const disk = mountSmallDisk(4096);
  disk?.unmount();
  return disk !== null;
}
