/** Script of a new node that creates or clears alarms: the details that there were before stay as they are. */
export const ALARM_DETAILS_SCRIPT = `var details = {};
if (metadata.prevAlarmDetails) {
  details = JSON.parse(metadata.prevAlarmDetails);
  delete metadata.prevAlarmDetails;
}
return details;`;
