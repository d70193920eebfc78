import { Button, Skeleton } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useChannel } from '#/shared/configuration.tsx';
import { useImportQueue, usePhoneLink } from '../import-context.ts';
import { useImportOpener } from '../import-opener.ts';
import { CopyAddress } from './copy-address.tsx';
import classes from './from-phone.module.css';
import { phoneAddress } from './phone-address.ts';
import type { PhoneLinkState } from './phone-link.ts';
import { QrCode } from './qr-code.tsx';

/** The tab 'Transfer from Phone' [IMP-04]: the code, how to use it, and whether a phone is there. */
export function FromPhone() {
  const link = usePhoneLink();
  const album = useImportOpener((state) => state.album);
  const state = useStore(link.store);
  const isCompact = useImportQueue().items.length > 0;
  const open = useEffectEvent(() => void link.open(album?.albumId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another album needs another code
  useEffect(() => open(), [album?.albumId]);
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
  /** Leaves room for what has come. */
  isCompact: boolean;
};

function Ready({ code, hasPhone, isCompact }: ReadyProps) {
  const { t } = useTranslation();
  const { id } = useChannel();
  const album = useImportOpener((opener) => opener.album);
  const address = phoneAddress(code, id);
  return (
    <>
      <div className={classes.code}>
        <QrCode text={address} label={t('import.phone.code')} />
      </div>
      <div className={classes.text}>
        {!isCompact && <Steps />}
        {album && <p className={classes.note}>{t('import.intoAlbum', { name: album.name })}</p>}
        <p role="status" className={classes.state} data-connected={hasPhone}>
          {t(hasPhone ? 'import.phone.connected' : 'import.phone.waiting')}
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

/** How the server is told to be reached by others; the number stands for this computer's in its network. */
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
