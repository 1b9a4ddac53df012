import './texts/texts.ts';
import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { session, useSession } from '../../app/session.ts';
import { useAddress } from '../../app/use-address.ts';
import { SignInFrame } from './sign-in-frame.tsx';

/** What a link was sent for: the first password of a new user, or a new one. */
export type LinkKind = 'activation' | 'reset';

/** In place of the form that a link leads to: why it does not work, and the way on. */
export function DeadLink({ link, reason }: { link: LinkKind; reason: 'incomplete' | 'spent' }) {
  const { t } = useTranslation();
  const text = reason === 'incomplete' ? 'login.link.incompleteText' : `login.link.${link}SpentText`;
  const ways = [
    { to: '/login', label: t('login.backToSignIn') },
    { to: '/login/resetPasswordRequest', label: t('login.requestReset') },
  ];
  // A used activation link means that there is a password by now.
  if (link === 'reset') ways.reverse();
  return (
    <SignInFrame title={t(`login.link.${reason}`)} text={t(text)}>
      {ways.map(({ to, label }, index) => (
        <Button
          key={to}
          component={Link}
          to={to}
          fullWidth
          {...(index === 0 ? { variant: 'contained', color: 'primary' } : {})}
          sx={{ height: 40, mb: 2.5 }}
        >
          {label}
        </Button>
      ))}
    </SignInFrame>
  );
}

/** In place of the form for people who are already signed in: the link may belong to another account. */
export function SignedInAlready() {
  const { t } = useTranslation();
  const { user } = useSession();
  const text = user ? t('login.link.signedInText', { email: user.email }) : t('login.link.visitingText');
  return (
    <SignInFrame title={t('login.link.signedIn')} text={text}>
      <Button
        fullWidth
        variant="contained"
        color="primary"
        onClick={() => void session.signOut()}
        sx={{ height: 40, mb: 2.5 }}
      >
        {t('login.link.signOut')}
      </Button>
      <Button component={Link} to="/" fullWidth sx={{ height: 40 }}>
        {t('login.link.staySignedIn')}
      </Button>
    </SignInFrame>
  );
}

/** Where the server leads browsers with a link that it does not know, or no more. */
export function ExpiredLinkPage() {
  const [search] = useAddress();
  return <DeadLink link={search.get('link') === 'activation' ? 'activation' : 'reset'} reason="spent" />;
}
