import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Fills the screen with an element. Where the browser has no full screen, as on iPhones, it fills the window: the style
 * sheet does that either way.
 */
export function useFullScreen(root: RefObject<HTMLElement | null>): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false);
  const isWanted = useRef(false);
  useEffect(() => {
    function listener(): void {
      // It was left again before the browser had filled the screen.
      if (document.fullscreenElement && !isWanted.current) void document.exitFullscreen();
      if (document.fullscreenElement) return;
      isWanted.current = false;
      setOn(false);
    }
    document.addEventListener('fullscreenchange', listener);
    return () => document.removeEventListener('fullscreenchange', listener);
  }, []);

  // What is behind it must not scroll.
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
    // A browser that refuses leaves it in the window.
    if (!isOn) root.current?.requestFullscreen?.().catch(() => undefined);
  }
  return { isOn, toggle };
}
