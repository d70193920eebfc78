import { activate, getActivation, getFailedImports } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { readActivation, startActivation } from './activation.ts';
import { activationCron, checkImportsTask } from './check-imports.ts';
import type { Deps } from './deps.ts';
import { listFailures } from './failures.ts';
import { importLibraryTask } from './import-library.ts';

/** Whether a customer's library is in use, and how legacy uploads come into it. */
export function createActivation(deps: Deps): {
  routes: Route[];
  tasks: Task[];
  crons: string[];
} {
  return {
    routes: [
      route(getActivation, ({ customer }) => readActivation(deps, customer.customerId)),
      route(activate, ({ customer }) => startActivation(deps, customer.customerId)),
      route(getFailedImports, ({ customer }) => listFailures(deps, customer.customerId)),
    ],
    crons: [activationCron],
    tasks: [importLibraryTask(deps), checkImportsTask(deps)],
  };
}
