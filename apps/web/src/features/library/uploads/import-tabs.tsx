import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './import-dialog.module.css';

/** The ways to add photos, named as in the specification. */
export type TransferTab = 'my-device-slim' | 'transfer-from-phone';
/** The initial tab [IMP-07]. */
export const DEFAULT_TRANSFER_TAB = 'my-device-slim' satisfies TransferTab;

const LABELS = { 'my-device-slim': 'import.myDevice', 'transfer-from-phone': 'import.fromPhone' } as const;

export const tabId = (tab: TransferTab) => `import-tab-${tab}`;
export const panelId = (tab: TransferTab) => `import-panel-${tab}`;

type Props = {
  tab: TransferTab;
  /** False on phones and tablets, and without its flag [IMP-05, IMP-06]. */
  hasPhoneTab: boolean;
  onChoose: (tab: TransferTab) => void;
};

/** The tabs, one of them in the tab order; arrow keys move to the other. */
export function ImportTabs({ tab, hasPhoneTab, onChoose }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const tabs: TransferTab[] = hasPhoneTab ? ['my-device-slim', 'transfer-from-phone'] : ['my-device-slim'];

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }
  return (
    <div ref={list} role="tablist" aria-label={t('import.title')} className={classes.tabs} onKeyDown={move}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={tabId(one)}
          aria-selected={one === tab}
          aria-controls={one === tab ? panelId(one) : undefined}
          tabIndex={one === tab ? 0 : -1}
          className={classes.tab}
          onClick={() => onChoose(one)}
        >
          {t(LABELS[one])}
        </button>
      ))}
    </div>
  );
}
