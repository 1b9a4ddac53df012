import { useTranslation } from 'react-i18next';
import { useAddress } from '../../app/use-address.ts';
import { SearchField } from '../../entity-page/search-field.tsx';

/** What is searched in the help is in the address. */
export function HelpSearchField() {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress();
  return (
    <SearchField
      value={address.get('search') ?? ''}
      placeholder={t('helpTopics.search')}
      onChange={(text) => {
        // Each step of typing is the same step back.
        setAddress(() => new URLSearchParams(text.trim() === '' ? {} : { search: text }), {
          replace: address.has('search'),
        });
      }}
    />
  );
}
