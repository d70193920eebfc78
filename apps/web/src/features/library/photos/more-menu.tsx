import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '#/shared/ui/disclosure.tsx';
import classes from './more-menu.module.css';

/** Actions by their names, where a row has no room for them. Absent as long as there are none. */
export default function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const face = (
    <>
      {t('library.more')}
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m7 10 5 5 5-5" />
      </svg>
    </>
  );
  return (
    <Disclosure face={face} classNames={classes}>
      {({ leave }) => (
        // Before a dialog opens: it gives the focus back to what had it, and its action is out of sight by then.
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it hears of its buttons' presses
        <div className={classes.items} onClick={leave}>
          {children}
        </div>
      )}
    </Disclosure>
  );
}
