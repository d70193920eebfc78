import { type ChildProcess, spawn } from 'node:child_process';

/** One step of the gate. Commands are looked up on the path, where the installed tools come first. */
export type Step = { name: string; command: string[]; env?: NodeJS.ProcessEnv };
export type StepResult = { name: string; isPassed: boolean };

/** Runs a step; its output is printed immediately if `isLive`, otherwise only when it fails. */
export async function runStep({ name, command, env }: Step, isLive: boolean): Promise<StepResult> {
  const [program = '', ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const release = endWithUs(child);
  const isPassed = await new Promise<boolean>((resolve) => {
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
  release();
  if (!isPassed) process.stderr.write(Buffer.concat(output));
  console.log(
    `${isPassed ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  return { name, isPassed };
}

/**
 * SIGTERM to the gate alone would orphan the step with its servers. The step gets SIGINT, on which Playwright and Vitest clean
 * up; the gate ends after it. A terminal's Ctrl-C reaches both anyway. Returns a function that undoes this.
 */
function endWithUs(child: ChildProcess): () => void {
  const end = (signal: NodeJS.Signals) => {
    child.once('close', () => process.kill(process.pid, signal));
    child.kill('SIGINT');
  };
  process.once('SIGTERM', end);
  return () => process.off('SIGTERM', end);
}

/** Runs steps two at a time, which matches the smallest machine's cores. Returns results in the given order. */
export async function runSteps(steps: Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const waiting = [...steps.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results[next[0]] = await runStep(next[1], false);
  };
  await Promise.all([work(), work()]);
  return results;
}
