import { Logger as GraphileLogger } from 'graphile-worker';
import type { Logger } from 'pino';

/** graphile-worker's messages in our log; its chatter about every job only at debug. */
export function jobLogger(log: Logger): GraphileLogger {
  return new GraphileLogger((scope) => (level, message, meta) => {
    const line = { job: scope.jobId, task: scope.taskIdentifier, err: meta?.error };
    if (level === 'error') log.error(line, message);
    else if (level === 'warning') log.warn(line, message);
    else log.debug(line, message);
  });
}
