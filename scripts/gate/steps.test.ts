import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

/** What a step prints while it runs, and when it is asked to end. */
const STEP = `
  process.on('SIGINT', () => { console.log('ended'); process.exit(1); });
  setInterval(() => undefined, 1_000);
  console.log('begun');
`;
const GATE = `
  import { runStep } from ${JSON.stringify(new URL('./steps.ts', import.meta.url).href)};
  await runStep({ name: 'a step', command: [process.execPath, '-e', ${JSON.stringify(STEP)}] }, true);
  console.log('went on');
`;

test('a gate that is told to end takes its step along', async () => {
  const gate = spawn(process.execPath, ['--input-type=module', '-e', GATE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: gate.stdout })) {
    lines.push(line);
    if (line === 'begun') gate.kill('SIGTERM');
  }
  const [, signal] = gate.signalCode ? [null, gate.signalCode] : await once(gate, 'exit');
  expect(signal).toBe('SIGTERM');
  expect(lines).toContain('ended');
  expect(lines).not.toContain('went on');
});
