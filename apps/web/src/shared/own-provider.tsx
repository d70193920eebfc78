import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from './channel-links.tsx';
import { useChannel, useConfiguration } from './configuration.tsx';
import panels from './ui/panels.module.css';

const PAGES = [
  ['email', 'ownProvider.changeEmail'],
  ['password', 'ownProvider.changePassword'],
  ['account', 'ownProvider.manage'],
] as const;

/** Whether a provider of the retailer's own keeps the accounts, with all that secures them. */
export function useIsKeptElsewhere(): boolean {
  return useConfiguration().identity.accountPages !== undefined;
}

/** What a provider of the retailer's own keeps for itself, with the ways to its pages as far as they are known. */
export function AccountElsewhere() {
  const { t } = useTranslation();
  const { accountPages = {} } = useConfiguration().identity;
  return (
    <section className={panels.panel}>
      <p>{t('ownProvider.elsewhere')}</p>
      {PAGES.map(([page, label]) => {
        const href = accountPages[page];
        return (
          href && (
            <Anchor key={page} href={href} target="_blank" rel="noopener">
              {t(label)}
            </Anchor>
          )
        );
      })}
    </section>
  );
}

/** In place of what would wait for an address: the provider has told no verified one. */
export function NoAddress() {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { accountPages = {} } = useConfiguration().identity;
  const page = accountPages.email ?? accountPages.account;
  return (
    <section className={panels.panel}>
      <p role="status">{t('ownProvider.noAddress')}</p>
      {page ? (
        <Anchor href={page} target="_blank" rel="noopener">
          {t('ownProvider.addAddress')}
        </Anchor>
      ) : (
        <Anchor component={ChannelLink} href={customerCareUrl}>
          {t('ownProvider.askCustomerCare')}
        </Anchor>
      )}
    </section>
  );
}
