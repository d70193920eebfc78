import { PRIORITY } from '../../../../platform/jobs/jobs.ts';

/** Name of the job that removes what deleted photos have left; payload {userId}. */
export const PURGE_PHOTOS = 'purge-photos';

/** Nobody waits for it: it comes after the thumbnails of customers who look. */
export const PURGE_PRIORITY = PRIORITY.bulk;

/** One job a customer, however many deletions it serves. */
export const purgeJobKey = (userId: string) => `purge:${userId}`;
/** The job that comes back for the rest; another key, so that it never puts off the one that a deletion asks for. */
export const purgeLaterJobKey = (userId: string) => `purge-later:${userId}`;

/** How long a job works before it makes room for others; a stop of the server waits for jobs as well. */
export const TURN_MS = 4_000;
