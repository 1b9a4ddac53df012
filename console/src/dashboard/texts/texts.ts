import i18next from 'i18next';
import english from './en_US.json';

// The texts of dashboards, widgets and time windows come with them, not with the first load.
i18next.addResourceBundle('en_US', 'translation', english, true, false);
