import type { DemoProjectContent } from '@keepsake/contracts/shop/demo-projects';
import { useEffect, useState } from 'react';
import { listenTo } from '#/shared/signal.ts';
import { createProjectSaver, type ProjectSaver, type SaveState } from './project-saver.ts';

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
