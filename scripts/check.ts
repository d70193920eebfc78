import { STATIC_CHECKS } from './gate/static-checks.ts';
import { runStep } from './gate/steps.ts';

/** One static check by name, with further arguments for its tool: `npm run lint -- --write`. */
const [name = '', ...args] = process.argv.slice(2);
for (const step of STATIC_CHECKS[name] ?? []) {
  const { isPassed } = await runStep({ ...step, command: [...step.command, ...args] }, true);
  if (!isPassed) process.exitCode = 1;
}
