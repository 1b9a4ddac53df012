/** Script of the log nodes in the default chains. */
export const LOG_SCRIPT =
  "return '\\nIncoming message:\\n' + JSON.stringify(msg) + '\\nIncoming metadata:\\n' + JSON.stringify(metadata);";

/** Script of a new log node. */
export const NEW_LOG_SCRIPT = LOG_SCRIPT.replace('\\n', '');
