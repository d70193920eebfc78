import { PHONE_TRANSFER_REST_MINUTES } from '@keepsake/contracts/library/phone-transfers';
import { Button, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useChannel } from '#/shared/configuration.tsx';
import { copyText } from '#/shared/take-text.ts';
import { QrCode } from '#/shared/ui/qr-code.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useImport, useImportQueue } from './import-session.ts';
import type { PhoneCode, PhoneLinkState } from './phone-link.ts';
import classes from './phone-tab.module.css';

/** The tab 'Transfer from Phone' [IMP-04]: the code, instructions, and whether a phone is connected. */
export default function PhoneTab() {
  const { phoneLink, album } = useImport();
  const state = useStore(phoneLink.store);
  const isCompact = useImportQueue().items.length > 0;
  const open = useEffectEvent(() => void phoneLink.open(album?.albumId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another album needs another code
  useEffect(() => open(), [album?.albumId]);
  if (state.status === 'none') return null;
  return (
    <div className={classes.area} data-compact={isCompact}>
      {state.status === 'ready' ? (
        <Ready {...state} isCompact={isCompact} />
      ) : (
        <Waiting hasFailed={state.status === 'failed'} onRetry={open} />
      )}
    </div>
  );
}

type ReadyProps = Extract<PhoneLinkState, { status: 'ready' }> & {
  /** Leaves room for the list of photos. */
  isCompact: boolean;
};

function Ready({ code, hasPhone, phase, isCompact }: ReadyProps) {
  const { t } = useTranslation();
  const { id } = useChannel();
  const { album } = useImport();
  const address = phoneAddress(code, id);
  return (
    <>
      <div className={classes.code}>
        <QrCode text={address} label={t('import.phone.code')} />
      </div>
      <div className={classes.text}>
        {!isCompact && <Steps />}
        {album && <p className={classes.note}>{t('import.intoAlbum', { name: album.name })}</p>}
        <p role="status" className={classes.state} data-connected={hasPhone && phase !== 'closed'}>
          {t(`import.phone.${hasPhone ? phase : 'waiting'}`, { minutes: PHONE_TRANSFER_REST_MINUTES })}
        </p>
        {!code.isReachable && !isCompact && (
          <p className={classes.warning}>
            {t('import.phone.loopback')}
            <code>{settingsFor(window.location.port)}</code>
          </p>
        )}
        <CopyAddress address={address} />
      </div>
    </>
  );
}

function Steps() {
  const { t } = useTranslation();
  return (
    <ol className={classes.steps}>
      <li>{t('import.phone.scan')}</li>
      <li>{t('import.phone.choose')}</li>
      <li>{t('import.phone.arrive')}</li>
    </ol>
  );
}

/** Settings that make the server reachable from other devices; the address is an example. */
function settingsFor(port: string): string {
  return `HOST=0.0.0.0 PUBLIC_URL=http://192.168.1.20${port && `:${port}`}`;
}

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (hasFailed) {
    return (
      <div className={classes.failure} role="alert">
        <p>{t('import.phone.failed')}</p>
        <Button variant="default" onClick={onRetry}>
          {t('errors.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Skeleton className={classes.code} />
      <div className={classes.text}>
        <Skeleton height={96} />
        <Skeleton height={36} />
      </div>
    </>
  );
}

/** The address as text, for phones that cannot scan, with a copy button. */
function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    field.current?.select();
    if (await copyText(address)) showToast({ message: t('import.phone.copied') });
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

/**
 * The address in the code: the phone's page in this channel's theme and language, with the token in the fragment, where no
 * server sees it.
 */
function phoneAddress({ pageUrl, token }: Pick<PhoneCode, 'pageUrl' | 'token'>, channel: string): string {
  const url = new URL(pageUrl);
  url.searchParams.set('channel', channel);
  url.hash = token;
  return url.href;
}
