def output(self):

                   f"print({told}, {s:=f.told()})", f"print({told},end='')", f"logger.info('%s'%s , {told}, {self.told()})",
