import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisclosure } from '#/shared/ui/use-disclosure.ts';
import classes from './more-menu.module.css';

/** Actions by their names, where a row has no room for them. Absent as long as there are none. */
export default function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const panelId = useId();
  const { isOpen, setOpen, root, button } = useDisclosure();

  // Before a dialog opens: it gives the focus back to what had it, and its action is out of sight by then.
  function leave() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <div className={classes.root} ref={root}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        {t('library.more')}
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m7 10 5 5 5-5" />
        </svg>
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it hears of its buttons' presses */}
      <div id={panelId} className={classes.panel} hidden={!isOpen} onClick={leave}>
        {children}
      </div>
    </div>
  );
}
