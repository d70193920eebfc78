import { type DemoProjectContent, saveDemoProject } from '@keepsake/contracts/shop/demo-projects';
import { useEffect, useState } from 'react';
import { hasCode, isUnauthenticated, isUnreached } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { listenTo } from '#/shared/signal.ts';

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
export function createProjectSaver(options: Options) {
  const draft = createDraft(options);
  let saving: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  }

  /** Saves pending changes. False if that failed. */
  async function flush({ outlivesPage = false } = {}): Promise<boolean> {
    clearTimeout(timer);
    while (saving) await saving;
    if (!draft.hasChanged()) return !draft.isStopped();
    saving = draft.save(outlivesPage).finally(() => {
      saving = null;
    });
    const isSaved = await saving;
    if (!isSaved && !draft.isStopped()) schedule(AGAIN_MS);
    return isSaved;
  }

  return {
    flush,
    change(content: DemoProjectContent): void {
      if (draft.isStopped()) return;
      draft.change(content);
      schedule(QUIET_MS);
    },
    /** Stops saving, because the project has been ordered. */
    stop(): void {
      clearTimeout(timer);
      draft.stop();
    },
  };
}

/** The latest content, and the version it is based on. */
function createDraft({ projectCode, channel, version, onState, onLeftOut }: Options) {
  let basedOn = version;
  let changed: DemoProjectContent | null = null;
  let isStopped = false;

  return {
    hasChanged: () => changed !== null,
    isStopped: () => isStopped,
    change(content: DemoProjectContent): void {
      changed = content;
      onState('changed');
    },
    stop(): void {
      isStopped = true;
    },
    /** False if it failed. */
    async save(outlivesPage: boolean): Promise<boolean> {
      const content = changed;
      if (content === null || isStopped) return true;
      changed = null;
      try {
        const body = { channel, basedOn, content };
        const saved = await call(saveDemoProject, { params: { projectCode }, body }, { outlivesPage });
        basedOn = saved.version;
        onLeftOut?.(saved.lettersLeftOut);
        if (changed === null) onState(saved.isDeleted ? 'deleted' : 'saved');
        return true;
      } catch (error) {
        const state = stateAfter(error);
        // Changes made elsewhere are not overwritten; otherwise the content still waits, unless there is a later one.
        if (state === 'conflict') isStopped = true;
        else changed ??= content;
        onState(state);
        return false;
      }
    },
  };
}

function stateAfter(error: unknown): 'conflict' | 'failed' {
  if (hasCode(error, 'conflict')) return 'conflict';
  if (!isUnauthenticated(error) && !isUnreached(error)) reportFailure('SAVE_PROJECT', error);
  return 'failed';
}

export type ProjectSaver = ReturnType<typeof createProjectSaver>;

type Started = { projectCode: string; channel: string; version: number; lettersLeftOut?: string };
export type ProjectSaving = Pick<ProjectSaver, 'flush' | 'change' | 'stop'> & {
  state: SaveState;
  /** Characters that cannot be printed, as of the last save. */
  leftOut: string;
};

/** Saves a project while it is edited, and pending changes when the page is left. */
export function useProjectSaver({
  projectCode,
  channel,
  version,
  lettersLeftOut = '',
}: Started): ProjectSaving {
  const [leftOut, setLeftOut] = useState(lettersLeftOut);
  const [state, setState] = useState<SaveState>('unchanged');
  const [saver] = useState(() =>
    createProjectSaver({ projectCode, channel, version, onState: setState, onLeftOut: setLeftOut }),
  );
  useEffect(() => {
    const leave = () => void saver.flush({ outlivesPage: true });
    const hide = () => document.visibilityState === 'hidden' && leave();
    const stops = [listenTo(window, 'pagehide', leave), listenTo(document, 'visibilitychange', hide)];
    return () => {
      for (const stop of stops) stop();
      leave();
    };
  }, [saver]);
  return { ...saver, state, leftOut };
}

/** State that is saved whenever it changes. */
export function useSaved<Content extends DemoProjectContent>(
  initial: Content,
  { change }: Pick<ProjectSaving, 'change'>,
): [Content, (next: Content) => void] {
  const [content, setContent] = useState(initial);
  return [
    content,
    (next) => {
      setContent(next);
      change(next);
    },
  ];
}
