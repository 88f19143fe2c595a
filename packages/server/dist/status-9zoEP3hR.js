const STATUSES=[`safe`,`risky`,`unsafe`,`unknown`];export{STATUSES as t};
//# sourceMappingURL=status-9zoEP3hR.js.map