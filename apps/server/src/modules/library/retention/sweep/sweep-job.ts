/** Name of the job that looks at the storage accounts that are due; payload {after?}. */
export const SWEEP_STORAGE = 'sweep-storage';
/** Every day; one that was missed while no node ran is made up for at the next start. */
export const sweepCron = `10 5 * * * ${SWEEP_STORAGE} ?fill=1d&jobKey=${SWEEP_STORAGE}`;
