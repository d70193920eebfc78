import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarButton, PreviousIcon } from '#/features/library/stage/index.ts';
import { listenTo } from '#/shared/signal.ts';
import { CloseIcon, ForwardIcon } from '#/shared/ui/icons.tsx';
import classes from './preview.module.css';
import { PauseIcon, PlayIcon } from './preview-icons.tsx';
import type { Slideshow } from './use-slideshow.ts';

/** For how long nothing moves before the controls of a running slideshow fade, in milliseconds. */
const IDLE_MS = 3_000;

type Props = { slideshow: Slideshow; onStep: (direction: 1 | -1) => void };

/** Over the photos of a slideshow: pause, steps and end. They fade while it runs, until a pointer or a key moves. */
export function SlideshowControls({ slideshow: { state, togglePause, end }, onStep }: Props) {
  const { t } = useTranslation();
  const isPlaying = state === 'playing';
  const isIdle = useIsIdle();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={focusFirst}
      className={classes.slideshow}
      role="group"
      aria-label={t('preview.slideshow')}
      data-idle={(isPlaying && isIdle) || undefined}
    >
      <BarButton label={t(isPlaying ? 'preview.pause' : 'preview.play')} onPress={togglePause}>
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </BarButton>
      <BarButton label={t('preview.previous')} onPress={() => onStep(-1)}>
        <PreviousIcon size={24} />
      </BarButton>
      <BarButton label={t('preview.next')} onPress={() => onStep(1)}>
        <ForwardIcon size={24} />
      </BarButton>
      <BarButton label={t('preview.endSlideshow')} onPress={end}>
        <CloseIcon size={24} />
      </BarButton>
    </div>
  );
}

/** The button that started it is gone. */
function focusFirst(group: HTMLElement | null): void {
  group?.querySelector('button')?.focus({ preventScroll: true });
}

function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function wake(): void {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    }
    wake();
    const ignore = (['pointermove', 'pointerdown', 'keydown'] as const).map((type) =>
      listenTo(document, type, wake),
    );
    return () => {
      clearTimeout(timer);
      for (const end of ignore) end();
    };
  }, []);
  return isIdle;
}
