import { useEffect, useEffectEvent, useState } from 'react';
import { type Dropped, entriesOf, readDropped } from './read-dropped.ts';

/**
 * Takes files dropped anywhere on the page while the component is shown, for a drop beside the area would make the
 * browser leave the page and show the file. Tells whether files are held over it.
 */
export function useDroppedFiles(isOn: boolean, onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(async (data: DataTransfer) => {
    for await (const dropped of readDropped(entriesOf(data))) onDrop(dropped);
  });

  useEffect(() => {
    if (!isOn) return;
    const listening = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      window.addEventListener(type, handle, { signal: listening.signal });
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void take(event.dataTransfer);
    });
    return () => listening.abort();
  }, [isOn]);
  return isOver;
}
