const STATUSES=[`safe`,`risky`,`unsafe`,`unknown`,`blank`];export{STATUSES as t};
//# sourceMappingURL=status-DeyoeJAa.js.map