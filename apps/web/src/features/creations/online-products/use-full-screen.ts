import { type RefObject, useEffect, useRef, useState } from 'react';
import { listenTo } from '#/shared/signal.ts';

/**
 * Fills the screen with an element, or the window where there is no Fullscreen API, as on iPhones; the style sheet handles
 * both.
 */
export function useFullScreen(root: RefObject<HTMLElement | null>): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false);
  const isWanted = useRef(false);
  useEffect(() => {
    function listener(): void {
      // It was turned off again before the browser had entered full screen.
      if (document.fullscreenElement && !isWanted.current) void document.exitFullscreen();
      if (document.fullscreenElement) return;
      isWanted.current = false;
      setOn(false);
    }
    return listenTo(document, 'fullscreenchange', listener);
  }, []);

  // Locks scrolling of the page behind it.
  useEffect(() => {
    if (!isOn) return;
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    return () => {
      style.overflow = '';
    };
  }, [isOn]);

  function toggle(): void {
    isWanted.current = !isOn;
    setOn(!isOn);
    if (isOn && document.fullscreenElement) void document.exitFullscreen();
    // If the browser refuses, it stays within the window.
    if (!isOn) root.current?.requestFullscreen?.().catch(() => undefined);
  }
  return { isOn, toggle };
}
