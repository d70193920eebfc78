import { useEffect, useState } from 'react';
import type { PhotoAction } from '#/shared/extension-points.ts';
import type { ViewSelection } from '../use-selection.ts';

type Key = PhotoAction['key'];

/** Which action the bar asks about; none any more once selecting has ended. */
export function useAskedAction({ selection: { isSelecting }, controller }: ViewSelection) {
  const [asked, ask] = useState<Key | null>(null);
  useEffect(() => {
    if (!isSelecting) ask(null);
  }, [isSelecting]);
  return {
    asked,
    ask,
    /** Selects all photos of the view and asks about them. */
    askForAll(key: Key): void {
      controller.begin();
      ask(key);
      void controller.selectAll();
    },
  };
}
