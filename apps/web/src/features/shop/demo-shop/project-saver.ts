import { type DemoProjectContent, saveDemoProject } from '@keepsake/contracts/shop/demo-projects';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';

/** The save state: among others changed on another device, deleted from the saved projects, or failing to save at present. */
export type SaveState = 'unchanged' | 'changed' | 'saved' | 'conflict' | 'deleted' | 'failed';

/** Delay from the last change until it is saved, and until a failure is retried, in milliseconds. */
const QUIET_MS = 800;
const AGAIN_MS = 5_000;

type Options = {
  projectCode: string;
  channel: string;
  /** The saved version that changes are based on; 0: none. */
  version: number;
  onState(state: SaveState): void;
  /** Called after each save with the characters that cannot be printed. */
  onLeftOut?(letters: string): void;
};

/** Saves changes, one save at a time: after a pause, on leaving the page, and on request. */
export function createProjectSaver({ projectCode, channel, version, onState, onLeftOut }: Options) {
  let basedOn = version;
  let changed: DemoProjectContent | null = null;
  let saving: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function saveChanged(outlivesPage: boolean): Promise<boolean> {
    const content = changed;
    if (content === null || isStopped) return true;
    changed = null;
    try {
      const request = { params: { projectCode }, body: { channel, basedOn, content } };
      const saved = await call(saveDemoProject, request, { outlivesPage });
      basedOn = saved.version;
      onLeftOut?.(saved.lettersLeftOut);
      if (changed === null) onState(saved.isDeleted ? 'deleted' : 'saved');
      return true;
    } catch (error) {
      fail(error, content);
      return false;
    }
  }

  /** Changes made elsewhere are not overwritten; other failures are retried with the latest content. */
  function fail(error: unknown, content: DemoProjectContent): void {
    if (error instanceof ApiProblem && error.status === 409) {
      isStopped = true;
      onState('conflict');
      return;
    }
    changed ??= content;
    schedule(AGAIN_MS);
    onState('failed');
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  /** Saves pending changes. False if that failed. */
  async function flush({ outlivesPage = false } = {}): Promise<boolean> {
    clearTimeout(timer);
    while (saving) await saving;
    if (changed === null) return !isStopped;
    saving = saveChanged(outlivesPage).finally(() => {
      saving = null;
    });
    return await saving;
  }

  return {
    flush,
    change(content: DemoProjectContent): void {
      if (isStopped) return;
      changed = content;
      onState('changed');
      schedule(QUIET_MS);
    },
    /** Stops saving, because the project has been ordered. */
    stop(): void {
      clearTimeout(timer);
      isStopped = true;
    },
  };
}

export type ProjectSaver = ReturnType<typeof createProjectSaver>;
