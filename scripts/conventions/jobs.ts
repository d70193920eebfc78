import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const JOBS = 'apps/server/src/platform/jobs/';
/** The queue in the database: what it needs to lose no request, and what a job's columns say, is known in one place (ADR 123). */
const QUEUE = /\bgraphile_worker\b|\brequest_jobs\b/;
const CRON = /\btask: (\w+),\s+at: '/g;
const DECLARED = /\bkeyedTask\(\s*'([^']+)',\s*\{\s*(foundBy|lossIs):\s*['"](.+?)['"],?\s*\}/g;

/**
 * Lists places in the server's production code that reach the queue by themselves, and tasks with keys whose lost work no periodic
 * task finds (ADR 77).
 */
export function checkJobs(sources: Sources): string[] {
  const files = [...sources].filter(([file]) => file.startsWith('apps/server/src/') && !isTest(file));
  const periodic = new Set(files.flatMap(([, text]) => periodicTasksOf(text)));
  return files.flatMap(([file, text]) => [
    ...(file.startsWith(JOBS) || !QUEUE.test(text)
      ? []
      : [`${file}: the queue is read and changed by ${JOBS} alone`]),
    ...[...text.matchAll(DECLARED)]
      .filter(([, , kind, found = '']) => kind === 'foundBy' && !periodic.has(found))
      .map(
        ([, task, , found]) =>
          `${file}: no periodic task is called ${found}, which is to find the work of ${task}`,
      ),
  ]);
}

/** The names of the periodic tasks of a file: `task: X, at: '…'`, where X is a string or a keyed task of that file. */
function periodicTasksOf(text: string): string[] {
  return [...text.matchAll(CRON)].flatMap(([, constant]) => {
    const declared = new RegExp(`\\bconst ${constant} = (?:keyedTask\\(\\s*)?'([^']+)'`).exec(text);
    return declared?.[1] ?? [];
  });
}
