/**
 * Replaces this process by a new run of the same program, with the same pid, terminal and signals. Nothing that is open survives.
 * Returns only where a process cannot be replaced.
 */
export function beginAnew(environment: NodeJS.ProcessEnv = {}): void {
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { ...process.env, ...environment });
}
