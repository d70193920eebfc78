import { useTranslation } from 'react-i18next';
import { ChannelLink } from './channel-links.tsx';
import { useChannel, useConfiguration } from './configuration.tsx';
import lone from './ui/lone-link.module.css';
import panels from './ui/panels.module.css';

const PAGES = [
  ['email', 'ownProvider.changeEmail'],
  ['password', 'ownProvider.changePassword'],
  ['account', 'ownProvider.manage'],
] as const;

/** Whether a provider of the retailer's own keeps the accounts and their security settings. */
export function useHasExternalAccounts(): boolean {
  return useConfiguration().identity.accountPages !== undefined;
}

/** Points to the retailer's own provider for account settings, with links to its pages where they are configured. */
export function ExternalAccountNotice() {
  const { t } = useTranslation();
  const { accountPages = {} } = useConfiguration().identity;
  return (
    <section className={panels.panel}>
      <p>{t('ownProvider.elsewhere')}</p>
      {PAGES.map(([page, label]) => {
        const href = accountPages[page];
        return (
          href && (
            <a key={page} className={lone.link} href={href} target="_blank" rel="noopener">
              {t(label)}
            </a>
          )
        );
      })}
    </section>
  );
}

/** Shown instead of a feature that needs an e-mail address, if the provider has sent no verified one. */
export function NoAddress() {
  const { t } = useTranslation();
  const { customerCareUrl } = useChannel();
  const { accountPages = {} } = useConfiguration().identity;
  const page = accountPages.email ?? accountPages.account;
  return (
    <section className={panels.panel}>
      <p role="status">{t('ownProvider.noAddress')}</p>
      {page ? (
        <a className={lone.link} href={page} target="_blank" rel="noopener">
          {t('ownProvider.addAddress')}
        </a>
      ) : (
        <ChannelLink className={lone.link} href={customerCareUrl}>
          {t('ownProvider.askCustomerCare')}
        </ChannelLink>
      )}
    </section>
  );
}
