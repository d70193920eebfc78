import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#/shared/ui/toasts.tsx';
import classes from './from-phone.module.css';

/** The address as text, for phones that cannot scan, with a button that copies it. */
export function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    field.current?.select();
    if (await hasCopied(address)) showToast({ message: t('import.phone.copied') });
  }
  return (
    <div className={classes.address}>
      <input
        ref={field}
        readOnly
        value={address}
        aria-label={t('import.phone.address')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        {t('import.phone.copy')}
      </Button>
    </div>
  );
}

/** Over plain http there is no clipboard to write to; the text is selected then, for the keys that copy. */
async function hasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand('copy');
  }
}
