import type { Deps } from '../deps.ts';
import type { UploadLocks } from '../locks/upload-locks.ts';
import type { Spool } from '../pieces/spool.ts';

export type TusDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log'> & { locks: UploadLocks; spool: Spool };
