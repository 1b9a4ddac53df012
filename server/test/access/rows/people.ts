import { type AccessRow, NONE, only } from '../access-row.ts';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Sign-in and users. */
export const peopleRows: Record<string, AccessRow | AccessRow[]> = {
  // Sign-in
  login: { body: () => ({ username: 'nobody@example.com', password: 'x' }), letIn: [401] },
  loginPublic: { body: () => ({ publicId: 'nobody' }), letIn: [401] },
  refreshToken: { body: () => ({ refreshToken: 'x' }), letIn: [401] },
  getCurrentUser: NONE,
  logout: { endsSessions: true },
  changePassword: {
    body: () => ({ currentPassword: 'wrong', newPassword: 'long enough' }),
    letIn: [400],
    alsoDenied: ['publicVisitor'],
  },
  getPasswordPolicy: NONE,
  followActivationLink: { query: 'activateToken=x', letIn: [409] },
  activateUser: { body: () => ({ activateToken: 'x', password: 'long enough' }), letIn: [400] },
  requestPasswordReset: { body: () => ({ email: 'nobody@example.com' }) },
  followResetLink: { query: 'resetToken=x', letIn: [409] },
  resetPassword: { body: () => ({ resetToken: 'x', password: 'long enough' }), letIn: [400] },

  // Other identity providers
  getOAuth2Clients: NONE,
  getOAuth2Config: NONE,
  saveOAuth2Config: { body: () => ({ enabled: false, oauth2ParamsInfos: [] }) },
  getLoginProcessingUrl: NONE,
  getOAuth2Templates: NONE,
  saveOAuth2Template: {
    body: (_objects, unique) => ({ providerId: unique, mapperConfig: { type: 'BASIC', basic: {} } }),
  },
  deleteOAuth2Template: { params: { templateId: UNKNOWN_ID }, letIn: [404] },
  startOAuth2SignIn: { params: { registrationId: UNKNOWN_ID } },
  finishOAuth2SignIn: { query: 'state=unknown' },
  finishOAuth2SignInByForm: { letIn: [400] },

  // Users
  getUserTokenAccessEnabled: NONE,
  getUser: only('user', 'READ'),
  getUserToken: only('user', 'READ'),
  saveUser: [
    {
      creates: 'user',
      query: 'sendActivationMail=false',
      body: ({ customer }, unique) => ({
        email: `${unique}@example.com`,
        authority: 'CUSTOMER_USER',
        customerId: customer.id,
      }),
      // Theirs are the users without customers, and customers of their own.
      letIn: [400],
      alsoDenied: ['systemAdministrator'],
    },
    { on: 'user', op: 'WRITE', body: ({ user }) => ({ ...user, firstName: 'Changed' }) },
  ],
  deleteUser: only('user', 'DELETE'),
  sendActivationMail: { on: 'user', op: 'READ', query: ({ user }) => `email=${user.email}`, letIn: [400] },
  getActivationLink: { on: 'user', op: 'READ', letIn: [400] },
  setUserCredentialsEnabled: { on: 'user', op: 'WRITE', query: 'userCredentialsEnabled=false' },
  getUsers: NONE,
  getTenantAdmins: NONE,
  getCustomerUsers: only('customer', 'READ'),
  getUserPreferences: NONE,
  // Visitors have no account that could have any.
  saveUserPreference: {
    params: { preferenceKey: 'list.devices' },
    body: () => ({ value: '{}' }),
    alsoDenied: ['publicVisitor'],
  },
  deleteUserPreference: { params: { preferenceKey: 'list.devices' }, alsoDenied: ['publicVisitor'] },
};
